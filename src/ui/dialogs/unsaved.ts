import { useEffect } from 'react';

type Probe = () => boolean;
const probes = new Set<Probe>();

/**
 * Registers a function that returns whether this part of the page has content that is not on the device yet. `isUnsaved` must
 * keep its identity.
 */
export function useUnsavedProbe(isUnsaved: Probe): void {
  useEffect(() => {
    probes.add(isUnsaved);
    return () => void probes.delete(isUnsaved);
  }, [isUnsaved]);
}

/**
 * Returns true when a field has input that is not stored anywhere. Fields inside `data-kept` are written by their own screen,
 * which reports unsaved input itself.
 */
const isBeingTyped = (): boolean =>
  [...document.querySelectorAll('input, textarea')].some(
    (field) =>
      'value' in field &&
      field.value !== '' &&
      field.value !== field.getAttribute('value') &&
      field.closest('[data-kept]') === null,
  );

/** Returns true while a dialog is open: a prompt, a card before the camera, an unfinished signature. */
export const isInDialog = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Returns true when a reload would lose content of this page or interrupt the user. */
export const isAnythingUnsaved = (): boolean =>
  isInDialog() || isBeingTyped() || [...probes].some((isUnsaved) => isUnsaved());
