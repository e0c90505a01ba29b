import { useEffect } from 'react';

type UnsavedCheck = () => boolean;
const unsavedChecks = new Set<UnsavedCheck>();

/**
 * Registers a function that returns true while this part of the page has content that the device has not stored. `isUnsaved`
 * must be the same function at each render.
 */
export function useUnsavedCheck(isUnsaved: UnsavedCheck): void {
  useEffect(() => {
    unsavedChecks.add(isUnsaved);
    return () => void unsavedChecks.delete(isUnsaved);
  }, [isUnsaved]);
}

const promptedChecks = new Set<UnsavedCheck>();

/**
 * Registers a check like `useUnsavedCheck`, for content about which the page prompts before the user leaves it. A sign-out
 * prompts too. `isUnsaved` must be the same function at each render.
 */
export function usePromptedCheck(isUnsaved: UnsavedCheck): void {
  useUnsavedCheck(isUnsaved);
  useEffect(() => {
    promptedChecks.add(isUnsaved);
    return () => void promptedChecks.delete(isUnsaved);
  }, [isUnsaved]);
}

/** Returns true if the page has content that is lost when the user leaves it. */
export const isContentLostOnLeave = (): boolean => [...promptedChecks].some((isUnsaved) => isUnsaved());

/**
 * Returns true if a field has input that is not stored. Fields inside `data-kept` are excluded, because their screen stores and
 * reports its input itself.
 */
const hasUnsavedField = (): boolean =>
  [...document.querySelectorAll('input, textarea')].some(
    (field) =>
      'value' in field &&
      field.value !== '' &&
      field.value !== field.getAttribute('value') &&
      field.closest('[data-kept]') === null,
  );

/** Returns true while a dialog, camera preview or signature pad is open. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;

/** Returns true if a reload would lose content of this page or interrupt the user. */
export const isReloadDisruptive = (): boolean =>
  isDialogOpen() || hasUnsavedField() || [...unsavedChecks].some((isUnsaved) => isUnsaved());
