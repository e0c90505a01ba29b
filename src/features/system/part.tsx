import type { ReactNode } from 'react';
import { Card } from '#ui/display/cards/card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { LEVEL_LABELS, type PartMessage } from './messages.ts';
import './part.css';

export function SystemPart({
  words: { title, level, tag = LEVEL_LABELS[level], facts, advice },
  children,
}: {
  words: PartMessage;
  children?: ReactNode;
}) {
  const { kind, icon, text } = tag;
  return (
    <Card
      title={title}
      actions={
        <StatusTag kind={kind} icon={icon}>
          {text}
        </StatusTag>
      }
      className="system-part"
    >
      {advice !== null && <p className={`system-advice system-advice-${kind}`}>{advice}</p>}
      <dl className="system-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  );
}
