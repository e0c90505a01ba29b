import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import './top-bar-button.css';

/** A button of the top bar's end: who is signed in, the lock, the way out. */
export const TopBarButton = ({ className, ...rest }: { className: string } & ComponentProps<'button'>) => (
  <UnstyledButton {...rest} className={`top-bar-button ${className}`} />
);

/** The same where it leads to a screen. */
export const TopBarLink = ({ className, ...rest }: { className: string } & ComponentProps<typeof Link>) => (
  <Link {...rest} className={`top-bar-button ${className}`} />
);
