import { Button } from '@mantine/core';
import { useState } from 'react';
import { numberText } from '#domain/text/number.ts';
import { ReportRow, ReportRows, type OpenRow } from './report-rows.tsx';
import { PAGE_SIZE } from './use-pages.tsx';

export interface RowMessage {
  readonly key: string;
  /** Number of the row in the file; null for a typed person or the whole list. */
  readonly row: number | null;
  readonly title: string;
  readonly text: string;
}

interface MessageRowsProps {
  label: string;
  messages: readonly RowMessage[];
  onRow: OpenRow;
}

/** Messages about rows, a few first and all on request. */
export function MessageRows({ label, messages, onRow }: MessageRowsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? messages : messages.slice(0, PAGE_SIZE);
  return (
    <>
      <ReportRows label={label}>
        {shown.map(({ key, row, title, text }) => (
          <ReportRow
            key={key}
            row={row}
            onRow={onRow}
            text={
              <>
                <b>{title}</b> {text}
              </>
            }
          />
        ))}
      </ReportRows>
      {shown.length < messages.length && (
        <Button onClick={() => setWhole(true)}>Ver las {numberText(messages.length)}</Button>
      )}
    </>
  );
}
