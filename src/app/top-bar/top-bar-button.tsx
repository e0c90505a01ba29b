import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import './top-bar-button.css';

export const TopBarButton = ({ className, ...rest }: { className: string } & ComponentProps<'button'>) => (
  <UnstyledButton {...rest} className={`top-bar-button ${className}`} />
);

export const TopBarLink = ({ className, ...rest }: { className: string } & ComponentProps<typeof Link>) => (
  <Link {...rest} className={`top-bar-button ${className}`} />
);
