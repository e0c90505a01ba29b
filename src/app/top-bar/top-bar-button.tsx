import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import './top-bar-button.css';

/** Button at the end of the top bar: user, lock, sign-out. */
export const TopBarButton = ({ className, ...rest }: { className: string } & ComponentProps<'button'>) => (
  <UnstyledButton {...rest} className={`top-bar-button ${className}`} />
);

/** Link to a screen that looks like TopBarButton. */
export const TopBarLink = ({ className, ...rest }: { className: string } & ComponentProps<typeof Link>) => (
  <Link {...rest} className={`top-bar-button ${className}`} />
);
