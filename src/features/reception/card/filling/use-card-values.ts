import { useState } from 'react';
import type { WizardForm } from '../../form/step-props.ts';
import { NO_CARD_VALUES, unchangedCardValues, type AppliedCardValues } from './card-values.ts';

export function useAppliedCardValues(
  form: WizardForm,
): [given: AppliedCardValues, onGiven: (given: AppliedCardValues) => void] {
  const [given, setGiven] = useState(NO_CARD_VALUES);
  const still = unchangedCardValues(form.values, given);
  // A value that the user has changed no longer counts as read from the card, even when the user types it again.
  if (still !== given) setGiven(still);
  return [still, setGiven];
}
