import { useEffect } from 'react';

type Probe = () => boolean;
const probes = new Set<Probe>();

/** What this part of the page holds and the device does not yet have. `isUnsaved` keeps its identity. */
export function useUnsaved(isUnsaved: Probe): void {
  useEffect(() => {
    probes.add(isUnsaved);
    return () => void probes.delete(isUnsaved);
  }, [isUnsaved]);
}

/** Fields whose content nobody keeps; what is in `data-kept` is written by its own screen, which says when it is not yet. */
const isBeingTyped = (): boolean =>
  [...document.querySelectorAll('input, textarea')].some(
    (field) =>
      'value' in field &&
      field.value !== '' &&
      field.value !== field.getAttribute('value') &&
      field.closest('[data-kept]') === null,
  );

/** A question, a card before the camera, a signature in the making. */
export const isInDialog = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Something of this page would be gone after a reload, or somebody interrupted. */
export const isAnythingUnsaved = (): boolean =>
  isInDialog() || isBeingTyped() || [...probes].some((isUnsaved) => isUnsaved());
