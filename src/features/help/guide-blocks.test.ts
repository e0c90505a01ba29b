import { expect, it } from 'vitest';
import { parseGuideBlocks } from './guide-blocks.ts';

const GUIDE_MARKDOWN = `# Guía

Uno **dos**
tres [cuatro](#recepción).

## Al terminar el turno

1. Primero, que
   sigue.
2. Segundo.

- Punto

![La lista](images/guia/evaluations.webp)
`;

it('P10.104 the guide parser splits Markdown into blocks', () => {
  expect(parseGuideBlocks(GUIDE_MARKDOWN)).toEqual([
    { type: 'heading', level: 1, text: 'Guía', id: 'guía' },
    {
      type: 'text',
      spans: [
        { type: 'plain', text: 'Uno ' },
        { type: 'strong', text: 'dos' },
        { type: 'plain', text: ' tres ' },
        { type: 'link', text: 'cuatro', to: 'recepción' },
        { type: 'plain', text: '.' },
      ],
    },
    { type: 'heading', level: 2, text: 'Al terminar el turno', id: 'al-terminar-el-turno' },
    {
      type: 'list',
      isOrdered: true,
      items: [[{ type: 'plain', text: 'Primero, que sigue.' }], [{ type: 'plain', text: 'Segundo.' }]],
    },
    { type: 'list', isOrdered: false, items: [[{ type: 'plain', text: 'Punto' }]] },
    { type: 'picture', alt: 'La lista', name: 'evaluations.webp' },
  ]);
});
