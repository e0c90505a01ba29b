import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';
import type { BroughtSheet } from '../../bringing/use-sheet.ts';
import { columnTitle } from '../sheet-cells.ts';
import type { useEqualCells } from './use-equal-cells.ts';

type EqualCellsNoticeProps = Pick<ReturnType<typeof useEqualCells>, 'last' | 'numbers' | 'correctEqual'> & {
  sheet: BroughtSheet;
};

/** Offers the last correction for the other cells with the same wrong text. */
export function EqualCellsNotice({ sheet, last, numbers, correctEqual }: EqualCellsNoticeProps) {
  if (!last || numbers.length === 0) return null;
  const isOne = numbers.length === 1;
  const rows = isOne ? 'Otra fila' : `Otras ${numbers.length} filas`;
  const has =
    last.from.trim() === ''
      ? `${isOne ? 'no tiene' : 'no tienen'} ese dato`
      : `${isOne ? 'dice' : 'dicen'} «${last.from}»`;
  return (
    <Notice
      kind="info"
      action={<Button onClick={correctEqual}>{isOne ? 'Corregirla igual' : 'Corregirlas igual'}</Button>}
    >
      {rows} {has} en {columnTitle(sheet, last.column)}.
    </Notice>
  );
}
