// Tests only the messages, because happy-dom has no canvas to sign on.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Drawing } from '#domain/signature/strokes.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { InvalidSignatureHint } from './not-a-signature.tsx';

const NO_SIGNATURE_TEXT = 'Eso no parece una firma. Firma otra vez.';
const createZigzagDrawing = (width: number, height: number): Drawing => ({
  strokes: [
    [0, 1, 2, 3, 4].map((at) => ({ x: at * width, y: (at % 2) * height + at * (100 - width), time: at })),
  ],
  width: 600,
  height: 220,
});

function SignatureHintWithButton() {
  const [drawn, setDrawn] = useState<Drawing | null>(null);
  return (
    <>
      <button type="button" onClick={() => setDrawn(createZigzagDrawing(5, 0))}>
        Deslizar
      </button>
      <InvalidSignatureHint drawing={drawn} />
    </>
  );
}

it('P10.220 the signature pad warns, without interrupting a screen reader, when the user pauses and the strokes are no signature', async () => {
  renderScreen(<SignatureHintWithButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Deslizar' }));
  expect(screen.queryByText(NO_SIGNATURE_TEXT)).toBeNull();
  const said = await screen.findByText(NO_SIGNATURE_TEXT);
  expect(said.tagName, 'a live region that waits for its turn').toBe('OUTPUT');
});

it('P10.220 the signature pad shows no warning for a signature and none when it is empty', async () => {
  renderScreen(
    <>
      <InvalidSignatureHint drawing={createZigzagDrawing(60, 40)} />
      <InvalidSignatureHint drawing={null} />
      <InvalidSignatureHint drawing={createZigzagDrawing(5, 0)} />
    </>,
  );
  await screen.findByText(NO_SIGNATURE_TEXT);
  expect(screen.getAllByText(NO_SIGNATURE_TEXT)).toHaveLength(1);
});

it('P10.317 the signature pad explains after a mere dot why no signature can be stored', async () => {
  renderScreen(<InvalidSignatureHint drawing={{ strokes: [], width: 600, height: 220 }} />);
  await screen.findByText('Un punto no basta. Firma otra vez.');
});
