import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { LogoField, type LogoState } from './logo-field.tsx';

// happy-dom does not implement object URLs.
URL.createObjectURL = () => 'blob:logo';
URL.revokeObjectURL = () => undefined;

const logoPicture = { bytes: new ArrayBuffer(1), mime: 'image/png' };
const logoFile = new File(['x'], 'logo.png', { type: 'image/png' });
const renderLogoField = (
  state: LogoState,
  props: { locked?: string; removalLocked?: string; readOnly?: boolean } = {},
) => {
  const onPick = vi.fn<(picked: File) => Promise<string | null>>(() => Promise.resolve(null));
  const onRemove = vi.fn(() => Promise.resolve<string | null>(null));
  renderScreen(
    <LogoField
      state={state}
      name="Logo de la sede"
      accept={['image/png']}
      hint="PNG"
      removal="Los documentos nuevos saldrán sin logo."
      onPick={onPick}
      onRemove={onRemove}
      {...props}
    />,
  );
  return { onPick, onRemove };
};

describe('P5.20 LogoField', () => {
  it('the logo field passes the chosen file to the upload, and shows an upload error until the user chooses another file', async () => {
    const { onPick } = renderLogoField({ name: 'none' });
    onPick.mockResolvedValueOnce('El archivo supera el límite de 250 KB.');
    const input = screen.getByLabelText('Subir logo de la sede');
    await userEvent.upload(input, logoFile);
    expect((await screen.findByRole('alert')).textContent).toBe('El archivo supera el límite de 250 KB.');
    expect(screen.getByRole('group', { name: 'Logo de la sede' }).getAttribute('aria-describedby')).toBe(
      screen.getByRole('alert').id,
    );
    await userEvent.upload(input, logoFile);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(onPick).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('button', { name: /Eliminar/ })).toBeNull();
  });

  it('P5.22 the logo field disables upload and removal while the branch is not saved, and shows a reason for each', () => {
    renderLogoField(
      { name: 'none' },
      { locked: 'Guarda antes de cargar.', removalLocked: 'Guarda antes de eliminar.' },
    );
    expect(screen.getByText('Guarda antes de cargar.')).toBeTruthy();
    const remove = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Eliminar logo de la sede',
      description: 'Guarda antes de eliminar.',
    });
    expect(remove.disabled).toBe(true);
  });

  it('the logo field removes the logo only after a confirmation', async () => {
    const { onRemove } = renderLogoField({ name: 'present', picture: logoPicture });
    expect(screen.getByRole('img', { name: 'Logo de la sede' })).toBeTruthy();
    const remove = screen.getByRole('button', { name: 'Eliminar logo de la sede' });
    await userEvent.click(remove);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(onRemove).not.toHaveBeenCalled();
    await userEvent.click(remove);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Los documentos nuevos saldrán sin logo.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar logo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onRemove).toHaveBeenCalledOnce();
  });

  it('P8.26 the logo field offers a retry when the logo could not be fetched', async () => {
    const retry = vi.fn();
    renderLogoField({ name: 'failed', text: 'No se pudo cargar el logo actual.', retry });
    expect(screen.getByText('No se pudo cargar el logo actual.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('the logo field says why the logo cannot be changed', () => {
    renderLogoField({ name: 'none' }, { locked: 'Guarda la sede antes de cargar un logo.' });
    expect(screen.getByText('Guarda la sede antes de cargar un logo.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Subir logo de la sede').disabled).toBe(true);
  });

  it('the logo field shows no buttons when it is read-only', () => {
    renderLogoField({ name: 'present', picture: logoPicture }, { readOnly: true });
    expect(screen.queryByLabelText(/Cambiar|Subir/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
