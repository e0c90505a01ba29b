import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Notice } from '#ui/notices/notice.tsx';
import { UnreadableEntriesNotice } from './unreadable-notice.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { StepIndicator } from '#ui/page/step-indicator.tsx';

const WIZARD_STEP_LABELS = ['Datos del paciente', 'Evaluación y empresas', 'Confirmación'];
const readActiveFlags = (elements: readonly Element[]) =>
  elements.map((element) => element.hasAttribute('data-active'));

describe('StepIndicator', () => {
  it.each([
    [0, [true, false, false], [false, false]],
    [1, [true, true, false], [true, false]],
    [2, [true, true, true], [true, true]],
  ])(
    'P2.24 the step indicator marks the steps up to the active step %i and the connectors before it',
    (step, steps, connectors) => {
      const { container } = render(<StepIndicator steps={WIZARD_STEP_LABELS} active={step} />);
      expect(readActiveFlags(screen.getAllByRole('listitem'))).toEqual(steps);
      expect(readActiveFlags([...container.querySelectorAll('.step-connector')])).toEqual(connectors);
    },
  );

  it('P2.24 the step indicator numbers the steps from 1 and names the current step for assistive technology', () => {
    render(<StepIndicator steps={WIZARD_STEP_LABELS} active={1} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1Datos del paciente',
      '2Evaluación y empresas',
      '3Confirmación',
    ]);
    const current = screen
      .getAllByRole('listitem')
      .filter((item) => item.getAttribute('aria-current') === 'step');
    expect(current.map((item) => item.textContent)).toEqual(['2Evaluación y empresas']);
  });
});

describe('P10.1 StatusTag', () => {
  it('the status tag shows the status as word and icon, and not only as colour', () => {
    const { container } = render(<StatusTag kind="bad">Error al subir</StatusTag>);
    expect(screen.getByText('Error al subir')).toBeTruthy();
    expect(container.querySelector('svg[aria-hidden="true"]')).not.toBeNull();
  });
});

describe('P10.1 Notice', () => {
  it('the notice interrupts screen readers only for errors', () => {
    renderScreen(
      <>
        <Notice kind="error" title="No se pudo guardar" />
        <Notice kind="info">Borrador guardado</Notice>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('No se pudo guardar');
    expect(screen.getByText('Borrador guardado').closest('[role=status]')).not.toBeNull();
  });
});

describe('UnreadableEntriesNotice', () => {
  const text = (evaluations: number, ofAnother: boolean, files = 0) =>
    renderScreen(
      <UnreadableEntriesNotice
        evaluations={evaluations}
        files={files}
        corrections={0}
        ofAnother={ofAnother}
      />,
    ).container.querySelector('.notice-text')?.textContent;

  it('S16 the notice about unreadable entries shows their number, and says that another user owns them only when this is known', () => {
    expect(text(0, true)).toBeUndefined();
    expect(text(1, true)).toBe(
      'Hay 1 evaluación por enviar en este dispositivo, guardada con llave, de otra persona. No borres los datos del navegador.',
    );
    expect(text(2, false)).toBe(
      'Hay 2 evaluaciones por enviar en este dispositivo, guardadas con llave. No borres los datos del navegador.',
    );
    expect(text(0, false, 1)).toMatch(/^Hay 1 archivo por enviar en este dispositivo, guardado con llave\./);
    expect(text(1, false, 2)).toMatch(
      /^Hay 1 evaluación y 2 archivos por enviar en este dispositivo, guardados con llave\./,
    );
  });
});
