import type { ComponentProps } from 'react';
import './public-form.css';

/**
 * Form of a page before the sign-in, or of the dialog that asks for the password of an ended session. Each has only one form.
 */
export const PublicForm = (props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) => (
  <form {...props} className="public-form" noValidate />
);
