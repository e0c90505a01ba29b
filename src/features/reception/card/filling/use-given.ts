import { useState } from 'react';
import type { WizardForm } from '../../form/step-props.ts';
import { NOTHING_GIVEN, stillGiven, type Given } from './given.ts';

/** What a card gave that still stands in the form, and how to note what the next one gives. */
export function useGiven(form: WizardForm): [given: Given, onGiven: (given: Given) => void] {
  const [given, setGiven] = useState(NOTHING_GIVEN);
  const still = stillGiven(form.values, given);
  // What was changed once is somebody's own, and no longer the card's when the same is typed again.
  if (still !== given) setGiven(still);
  return [still, setGiven];
}
