import { useState } from 'react';
import { relativeTimeText } from '#domain/time/ago.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import type { FetchedDocument } from '#sync/reads/documents/documents.ts';
import { recordDownload } from '#sync/reads/documents/downloads.ts';
import { downloadFile } from '#ui/hooks/save-file.ts';
import { hideToast, toast } from '#ui/notices/toast.ts';

export interface DownloadOptions {
  ownerId: string;
  fallback: string;
  /** Key of the toast; a new toast replaces the previous one with the same key. */
  about: string;
  /** Media type of the file; that of a PDF if undefined. */
  mime?: string;
  read: () => Promise<FetchedDocument>;
  onDownloaded?: () => void;
}

/** Downloads a file, and shows why it failed. */
export function useDownload({
  ownerId,
  fallback,
  about,
  mime = 'application/pdf',
  read,
  onDownloaded,
}: DownloadOptions) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    hideToast(about);
    try {
      const { bytes, fileName, keptSince: cachedSince } = await read();
      downloadFile(bytes, mime, fileName);
      recordDownload(ownerId, fileName).catch(reportError);
      if (cachedSince !== null)
        toast('ok', `Es la copia que se abrió aquí ${relativeTimeText(cachedSince, Date.now())}.`, about);
      onDownloaded?.();
    } catch (error) {
      toast('error', failureText(error, fallback), about);
    } finally {
      setBusy(false);
    }
  };
  return { busy, download: () => void download() };
}
