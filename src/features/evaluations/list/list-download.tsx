import { Button } from '@mantine/core';
import {
  SPREADSHEET_FORMATS,
  type SpreadsheetFormat,
  spreadsheetLabel,
  spreadsheetMediaType,
} from '#contract/spreadsheets.ts';
import { isServerExtended } from '#domain/access/roles.ts';
import type { EvaluationListFilters } from '#sync/reads/evaluations/evaluations.ts';
import { fetchEvaluationsFile } from '#sync/reads/evaluations/list-file.ts';
import type { Account } from '#sync/session/session.ts';
import { useDownload } from '#components/use-download.ts';
import { Icon } from '#ui/display/icon.tsx';
import { MoreActions } from '#ui/display/more.tsx';

interface FormatButtonProps {
  ownerId: string;
  filters: EvaluationListFilters;
  format: SpreadsheetFormat;
}

function FormatButton({ ownerId, filters, format }: FormatButtonProps) {
  const { busy, download } = useDownload({
    ownerId,
    fallback: 'No se pudo descargar el listado.',
    about: 'evaluations-file',
    mime: spreadsheetMediaType(format),
    read: () => fetchEvaluationsFile(filters, format),
  });
  const label = spreadsheetLabel(format);
  return (
    <Button
      loading={busy}
      leftSection={<Icon name="download" />}
      aria-label={`Descargar en ${label}`}
      onClick={download}
    >
      {label}
    </Button>
  );
}

interface ListDownloadProps {
  account: Account;
  filters: EvaluationListFilters;
}

/** Buttons that download all pages of the list with its filters, for users who may open evaluations. */
export const ListDownload = ({ account, filters }: ListDownloadProps) =>
  account.actions.includes('manage_evaluations') &&
  isServerExtended(account) && (
    <MoreActions label="Descargar" isNarrow>
      {SPREADSHEET_FORMATS.map((format) => (
        <FormatButton key={format} ownerId={account.userId} filters={filters} format={format} />
      ))}
    </MoreActions>
  );
