import type { ComboboxProps } from '@mantine/core';

/** Between the list and what it opens beside. */
const GAP = 6;

/** The foot of the screen is not covered: whoever has typed taps 'Siguiente' there without closing the list. */
const ROOM = { top: GAP, right: GAP, bottom: 88, left: GAP };

interface Placed {
  readonly placement: string;
  readonly elements: { readonly reference: HTMLElement };
}

/** Above the field's label or below its error: whoever chooses reads what is asked for. */
function besideWords({ placement, elements: { reference } }: Placed): number {
  const box = reference.getBoundingClientRect();
  const field = reference.closest('.mantine-InputWrapper-root')?.getBoundingClientRect() ?? box;
  return GAP + (placement.startsWith('top') ? box.top - field.top : field.bottom - box.bottom);
}

/** Where a list opens. It gets no higher than there is room (theme.css). */
export const dropdown: Partial<ComboboxProps> = {
  // Mantine hands it on to Floating UI, which takes a function too.
  offset: besideWords as unknown as number,
  middlewares: {
    flip: { fallbackStrategy: 'bestFit', padding: ROOM },
    size: {
      padding: ROOM,
      apply: ({ availableHeight, elements }) =>
        elements.floating.style.setProperty('--list-room', `${Math.floor(availableHeight)}px`),
    },
  },
};
