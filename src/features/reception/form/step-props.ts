import type { UseFormReturnType } from '@mantine/form';
import type { RegistrationForm } from '#domain/registration.ts';

export type WizardForm = UseFormReturnType<RegistrationForm>;
