import type { UploadState } from '#sync/messages/upload-text.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const UPLOAD_STATUS_KINDS: Record<UploadState, StatusKind> = {
  idle: 'mute',
  ready: 'info',
  pending: 'warn',
  sending: 'info',
  done: 'ok',
  error: 'bad',
};
