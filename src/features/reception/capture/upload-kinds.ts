import type { UploadState } from '#sync/words/upload-text.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

/** The colour and icon of each state of a photo or a signature (P4). */
export const UPLOAD_KINDS: Record<UploadState, StatusKind> = {
  idle: 'mute',
  ready: 'info',
  pending: 'warn',
  sending: 'info',
  done: 'ok',
  error: 'bad',
};
