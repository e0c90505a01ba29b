import type { Account } from '#storage/account/accounts.ts';
import {
  isWhole,
  notOpenedText,
  previewText,
  receptionText,
  type TransferKind,
} from '../messages/transfer-text.ts';
import {
  orStorageFailure,
  receive,
  type OpenedFile,
  type OpenedTransfer,
  type StorageFailure,
} from './transfers.ts';

type OnProgress = (done: number, total: number) => void;

/** State that a dialog shows for a transfer from a file or from this tablet. Every outcome includes its text. */
export type TransferOpening =
  | {
      readonly type: 'open';
      readonly preview: string;
      readonly receive: (
        onProgress: OnProgress,
      ) => Promise<
        { readonly type: 'received'; readonly kind: 'ok' | 'warn'; readonly text: string } | StorageFailure
      >;
    }
  | { readonly type: 'refused'; readonly text: string }
  | StorageFailure;

export const openingOf = (
  account: Account,
  kind: TransferKind,
  open: () => Promise<OpenedFile | OpenedTransfer>,
): Promise<TransferOpening> =>
  orStorageFailure(async () => {
    const opened = await open();
    if (opened.type !== 'open') return { type: 'refused', text: notOpenedText(opened, kind) };
    const { parcel: transfer } = opened;
    return {
      type: 'open',
      preview: previewText(transfer, account),
      receive: (onProgress) =>
        orStorageFailure(async () => {
          const reception = await receive(account, transfer, onProgress);
          return {
            type: 'received',
            kind: isWhole(reception) ? 'ok' : 'warn',
            text: receptionText(reception),
          };
        }),
    };
  });
