import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './status-tag.css';

export type StatusKind = 'info' | 'warn' | 'ok' | 'bad' | 'mute';

const DEFAULT_STATUS_ICONS: Record<StatusKind, IconName> = {
  info: 'dot',
  warn: 'again',
  ok: 'check',
  bad: 'bang',
  mute: 'ring',
};

/** Status shown by colour, icon and word, so that the meaning does not depend on colour. */
export const StatusTag = (props: { kind: StatusKind; icon?: IconName; children: ReactNode }) => (
  <span className={`tag tag-${props.kind}`}>
    <Icon name={props.icon ?? DEFAULT_STATUS_ICONS[props.kind]} size={15} />
    <span>{props.children}</span>
  </span>
);
