// All forms mark required fields the same way: the theme draws the mark when a field has the attribute `required`.
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';

const REPOSITORY_ROOT = path.join(import.meta.dirname, '../../..');

it.each([
  ['TextInput', TextInput],
  ['PasswordInput', PasswordInput],
  ['Textarea', Textarea],
  ['NativeSelect', NativeSelect],
])(
  'P10.225 the input %s has the attribute `required`, and its accessible name does not contain the asterisk',
  (_name, Field) => {
    renderScreen(<Field label="Nombre" required />);
    const field = screen.getByLabelText<HTMLInputElement>('Nombre');
    expect(field.required).toBe(true);
    const label = field.labels?.[0];
    expect(label?.textContent).toBe('Nombre');
    // This is the selector of theme.css. happy-dom supports the attribute but not the pseudo-class.
    expect(label?.matches('.mantine-InputWrapper-root:has([required]) > .mantine-InputWrapper-label')).toBe(
      true,
    );
  },
);

it('P10.225 the theme draws the asterisk of a required field and hides it from screen readers', () => {
  const css = readFileSync(path.join(REPOSITORY_ROOT, 'src/ui/theme/theme.css'), 'utf8');
  const [, rule] = /:has\(:required\) > \.mantine-InputWrapper-label::after \{([^}]*)\}/.exec(css) ?? [];
  expect(rule).toContain("content: '*' / '';");
});
