import type { ComponentProps } from 'react';
import './public-form.css';

export const PublicForm = (props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) => (
  <form {...props} className="public-form" noValidate />
);
