// Tests the attributes that mark elements for printing, in happy-dom; tests/e2e/evaluations/evaluation-layout.spec.ts prints.
import { MantineProvider, Textarea } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expandBeforeEachPrint } from './expand-for-print.ts';

it('P10.318 the page marks filled text fields and scrolling boxes before printing, and removes the marks after printing', () => {
  expandBeforeEachPrint();
  render(
    <MantineProvider>
      <Textarea aria-label="Nota" defaultValue={'Primera\nÚltima'} />
      <Textarea aria-label="Vacía" />
      <div data-testid="measuring">
        <textarea aria-hidden="true" tabIndex={-1} defaultValue="x" />
      </div>
      <div data-testid="box" style={{ overflowY: 'auto' }} />
      <div data-testid="plain" />
    </MantineProvider>,
  );
  const printedTexts = (label: string) =>
    screen.getByLabelText(label).parentElement?.getAttribute('data-printed-text');
  const isPrintedBox = (id: string) => screen.getByTestId(id).hasAttribute('data-printed-box');
  window.dispatchEvent(new Event('beforeprint'));
  expect([printedTexts('Nota'), printedTexts('Vacía')]).toEqual(['Primera\nÚltima', null]);
  expect(screen.getByTestId('measuring').hasAttribute('data-printed-text')).toBe(false);
  expect([isPrintedBox('box'), isPrintedBox('plain')]).toEqual([true, false]);
  window.dispatchEvent(new Event('afterprint'));
  expect([printedTexts('Nota'), isPrintedBox('box')]).toEqual([null, false]);
});

it('P10.318 the page marks the grids around a filled text field before printing, because Firefox breaks none of their rows', () => {
  expandBeforeEachPrint();
  render(
    <MantineProvider>
      <div data-testid="columns" style={{ display: 'grid', gridTemplateColumns: '634px 320px' }}>
        <div data-testid="stack" style={{ display: 'grid', gridTemplateColumns: '592px' }}>
          <Textarea aria-label="Nota" defaultValue="Primera" />
        </div>
        <div data-testid="other" style={{ display: 'grid', gridTemplateColumns: '592px' }} />
      </div>
    </MantineProvider>,
  );
  const markedStacks = () =>
    ['columns', 'stack', 'other'].filter((id) => screen.getByTestId(id).hasAttribute('data-printed-stack'));
  window.dispatchEvent(new Event('beforeprint'));
  expect(markedStacks()).toEqual(['columns', 'stack']);
  window.dispatchEvent(new Event('afterprint'));
  expect(markedStacks()).toEqual([]);
});
