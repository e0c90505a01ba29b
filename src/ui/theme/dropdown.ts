import type { ComboboxProps } from '@mantine/core';

/** Pixels between the list and its field. */
const GAP = 6;

/**
 * Space that a list leaves free at the edges of the screen. At the bottom the user taps 'Siguiente' after typing, while the
 * list is open.
 */
const ROOM = { top: GAP, right: GAP, bottom: 88, left: GAP };

interface Placed {
  readonly placement: string;
  readonly elements: { readonly reference: HTMLElement };
}

/**
 * Returns the offset that places the list above the field's label or below its error, so that the user can read both while
 * choosing.
 */
function besideText({ placement, elements: { reference } }: Placed): number {
  const box = reference.getBoundingClientRect();
  const field = reference.closest('.mantine-InputWrapper-root')?.getBoundingClientRect() ?? box;
  return GAP + (placement.startsWith('top') ? box.top - field.top : field.bottom - box.bottom);
}

/** Position of a list. Its height is limited to the free room (theme.css). */
export const dropdownDefaults: Partial<ComboboxProps> = {
  // Mantine passes `offset` to Floating UI, which also accepts a function.
  offset: besideText as unknown as number,
  middlewares: {
    flip: { fallbackStrategy: 'bestFit', padding: ROOM },
    size: {
      padding: ROOM,
      apply: ({ availableHeight, elements }) =>
        elements.floating.style.setProperty('--list-room', `${Math.floor(availableHeight)}px`),
    },
  },
};
