import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import './top-bar-button.css';

/** A button of the top bar's end: who is signed in, the lock, the way out. */
export const TopBarButton = ({ className, ...rest }: { className: string } & ComponentProps<'button'>) => (
  <UnstyledButton {...rest} className={`top-bar-button ${className}`} />
);
