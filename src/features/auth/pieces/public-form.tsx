import type { ComponentProps } from 'react';
import './public-form.css';

/** The only form of a page before the sign-in, or of the dialog that requests the password again. */
export const PublicForm = (props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) => (
  <form {...props} className="public-form" noValidate />
);
