import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import './written-line.css';

interface WrittenLineProps {
  line: string;
  onRemove: () => void;
  children: ReactNode;
}

export const WrittenLine = ({ line, onRemove, children }: WrittenLineProps) => (
  <div className="written-line">
    <div className="written-line-words">{children}</div>
    <Button
      variant="subtle"
      leftSection={<Icon name="trash" />}
      aria-label={`Quitar: ${line}`}
      onClick={onRemove}
    >
      Quitar
    </Button>
  </div>
);
