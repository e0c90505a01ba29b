import { Button } from '@mantine/core';
import { useId } from 'react';
import {
  ATTENDANCE_FILE_FORMATS,
  type AttendanceFileFormat,
} from '#contract/records/evaluation/attendance.ts';
import { spreadsheetLabel } from '#contract/spreadsheets.ts';
import {
  attendanceMediaType,
  fetchAttendanceFile,
  type AttendanceFilter,
} from '#sync/expected/attendance.ts';
import type { Account } from '#sync/session/session.ts';
import { useDownload } from '#components/use-download.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Icon } from '#ui/display/icon.tsx';
import './downloads.css';

const formatLabel = (format: AttendanceFileFormat): string =>
  format === 'pdf' ? 'PDF' : spreadsheetLabel(format);

interface DownloadButtonProps {
  account: Account;
  filter: AttendanceFilter;
  format: AttendanceFileFormat;
  disabledById: string | undefined;
}

function DownloadButton({ account, filter, format, disabledById }: DownloadButtonProps) {
  const { busy, download } = useDownload({
    ownerId: account.userId,
    fallback: 'No se pudo descargar la asistencia.',
    about: 'attendance-file',
    mime: attendanceMediaType(format),
    read: () => fetchAttendanceFile(filter, format),
  });
  return (
    <Button
      leftSection={<Icon name="download" />}
      loading={busy}
      disabled={disabledById !== undefined}
      aria-describedby={disabledById}
      onClick={download}
    >
      Descargar {formatLabel(format)}
    </Button>
  );
}

/** Buttons that download the people of the filter as a document for the company. */
export function AttendanceDownloads({ account, filter }: { account: Account; filter: AttendanceFilter }) {
  const hintId = useId();
  // A company or a list is required, because otherwise the document would show one company the people of another.
  const isChosen = filter.companyId !== '' || filter.listId !== '';
  return (
    <>
      <ButtonRow>
        {ATTENDANCE_FILE_FORMATS.map((format) => (
          <DownloadButton
            key={format}
            account={account}
            filter={filter}
            format={format}
            disabledById={isChosen ? undefined : hintId}
          />
        ))}
      </ButtonRow>
      {!isChosen && (
        <p id={hintId} className="attendance-hint">
          Elige una empresa para descargar su asistencia.
        </p>
      )}
    </>
  );
}
