import type { ComboboxProps } from '@mantine/core';

/** Distance between the list and its field in pixels. */
const DROPDOWN_GAP_PX = 6;

/**
 * Pixels that an open list leaves free at the edges of the screen. The free space at the bottom keeps the button 'Siguiente'
 * visible, which the user taps after typing.
 */
const POPUP_MARGINS_PX = { top: DROPDOWN_GAP_PX, right: DROPDOWN_GAP_PX, bottom: 88, left: DROPDOWN_GAP_PX };

interface DropdownPlacement {
  readonly placement: string;
  readonly elements: { readonly reference: HTMLElement };
}

/**
 * Returns the distance in pixels that places the list above the field's label or below its error, so that the list covers
 * neither.
 */
function computeListDistancePx({ placement, elements: { reference } }: DropdownPlacement): number {
  const box = reference.getBoundingClientRect();
  const field = reference.closest('.mantine-InputWrapper-root')?.getBoundingClientRect() ?? box;
  return DROPDOWN_GAP_PX + (placement.startsWith('top') ? box.top - field.top : field.bottom - box.bottom);
}

/** Default position of a combobox list. theme.css limits the height of the list to the available space. */
export const dropdownDefaults: Partial<ComboboxProps> = {
  // Mantine types `offset` as a number but passes it to Floating UI, which also accepts a function.
  offset: computeListDistancePx as unknown as number,
  middlewares: {
    flip: { fallbackStrategy: 'bestFit', padding: POPUP_MARGINS_PX },
    size: {
      padding: POPUP_MARGINS_PX,
      apply: ({ availableHeight, elements }) =>
        elements.floating.style.setProperty('--list-room', `${Math.floor(availableHeight)}px`),
    },
  },
};
