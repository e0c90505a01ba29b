import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { readEndedTurn } from '#storage/account/patient-turn.ts';
import { coverScreen, uncoverScreen } from '#ui/page/screen-cover.ts';

export const findSigningDialog = () => screen.findByRole('dialog');
export const clickDialogButton = async (name: string) =>
  userEvent.click(await within(await findSigningDialog()).findByRole('button', { name }));

export const signInDialog = async () => {
  await clickDialogButton('Firma del paciente');
  await clickDialogButton('Guardar firma');
};

/** Waits for the lock at the end of the patient's turn, and simulates the app, which covers and later uncovers the screen. */
export async function lockAndUnlock(): Promise<void> {
  await waitFor(async () => expect(await readEndedTurn()).toMatchObject({ returnTo: '/reception' }));
  act(coverScreen);
  act(uncoverScreen);
}
