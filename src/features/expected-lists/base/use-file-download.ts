import { useState } from 'react';
import type { DownloadedFile } from '#sync/expected/attendance.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { recordDownload } from '#sync/reads/documents/downloads.ts';
import type { Account } from '#sync/session/session.ts';
import { downloadFile } from '#ui/hooks/save-file.ts';
import { hideToast, toast } from '#ui/notices/toast.ts';

/** Key of the toast about a failed download; the next one replaces it. */
const DOWNLOAD_TOAST_KEY = 'expected-file';

/** Downloads a file, and shows why it failed. `failed`: beginning of that text. */
export function useFileDownload({ userId }: Account, read: () => Promise<DownloadedFile>, failed: string) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    hideToast(DOWNLOAD_TOAST_KEY);
    try {
      const { bytes, mediaType, fileName } = await read();
      downloadFile(bytes, mediaType, fileName);
      recordDownload(userId, fileName).catch(reportError);
    } catch (error) {
      toast('error', failureText(error, failed), DOWNLOAD_TOAST_KEY);
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: () => void download() };
}
