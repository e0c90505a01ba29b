import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import type { Parking } from '../parked/parking.tsx';
import { useBusyGuard } from './use-confirm.ts';
import type { WizardState } from '../steps/use-wizard.ts';
import { WizardBar } from './wizard-bar.tsx';

const lastStepState = { step: 2, entryId: null, isEmpty: true, isLeaving: false } as WizardState;
const idleParking = { isBusy: false } as Parking;
const submitMock = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());

function TestWizardBar() {
  const { begin, isLong, isAtWork } = useBusyGuard();
  return (
    <form onSubmit={submitMock}>
      <button type="button" onClick={begin}>
        Work
      </button>
      <WizardBar wizard={lastStepState} parking={idleParking} isLong={isLong} isAtWork={isAtWork} />
    </form>
  );
}
function renderWizardBar(busy: boolean): void {
  renderScreen(<TestWizardBar />);
  if (busy) fireEvent.click(screen.getByText('Work'));
}
const advanceTimers = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const findConfirmButton = () => screen.getByRole('button', { name: 'Confirmar y crear evaluación' });

afterEach(() => {
  vi.useRealTimers();
  submitMock.mockClear();
});

it.each([
  [true, 0],
  [false, 1],
])(
  "P2.25 the wizard offers 'Registrar nuevo' in a registration but not in a correction (correction: %j)",
  (isCorrection, times) => {
    renderScreen(
      <WizardBar
        wizard={
          {
            step: 0,
            entryId: isCorrection ? 'entry' : null,
            isEmpty: true,
            isLeaving: false,
            identity: { registerNew: vi.fn<() => void>() },
          } as unknown as WizardState
        }
        parking={idleParking}
        isLong={false}
        isAtWork={() => false}
      />,
    );
    expect(screen.queryAllByRole('button', { name: 'Registrar nuevo' })).toHaveLength(times);
  },
);

describe("S3 button 'Confirmar' while a confirmation runs", () => {
  it("'Confirmar' sends nothing while a confirmation runs, for example when the user presses Enter again", async () => {
    renderWizardBar(true);
    findConfirmButton().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(findConfirmButton());
    expect(submitMock).not.toHaveBeenCalled();
  });

  it("'Confirmar' sends the form when no confirmation runs", async () => {
    renderWizardBar(false);
    await userEvent.click(findConfirmButton());
    expect(submitMock).toHaveBeenCalledTimes(1);
  });

  it("'Confirmar' shows its spinner only if the confirmation takes at least 400 ms", () => {
    vi.useFakeTimers();
    renderWizardBar(true);
    advanceTimers(399);
    expect(findConfirmButton().dataset['loading']).toBeUndefined();
    advanceTimers(1);
    expect(findConfirmButton().dataset['loading']).toBe('true');
  });
});
