import type { Account } from '#storage/account/accounts.ts';
import {
  isCompletelyReceived,
  transferNotOpenedText,
  transferPreviewText,
  receivedCountsText,
  type TransferKind,
} from '../messages/transfer-text.ts';
import {
  catchTransferStorageFailure,
  receiveEntriesAndDrain,
  type RescueFileOpenResult,
  type HandoverOpenResult,
  type TransferStorageFailure,
} from './transfers.ts';

type OnProgress = (done: number, total: number) => void;

/** State of a dialog that opens a transfer from a file or from this tablet. Each outcome includes the text to show. */
export type TransferOpenOutcome =
  | {
      readonly type: 'open';
      readonly preview: string;
      readonly receive: (
        onProgress: OnProgress,
      ) => Promise<
        | { readonly type: 'received'; readonly kind: 'ok' | 'warn'; readonly text: string }
        | TransferStorageFailure
      >;
    }
  | { readonly type: 'refused'; readonly text: string }
  | TransferStorageFailure;

export const openTransferForDialog = (
  account: Account,
  kind: TransferKind,
  open: () => Promise<RescueFileOpenResult | HandoverOpenResult>,
): Promise<TransferOpenOutcome> =>
  catchTransferStorageFailure(async () => {
    const opened = await open();
    if (opened.type !== 'open') return { type: 'refused', text: transferNotOpenedText(opened, kind) };
    const { parcel: transfer } = opened;
    return {
      type: 'open',
      preview: transferPreviewText(transfer, account),
      receive: (onProgress) =>
        catchTransferStorageFailure(async () => {
          const reception = await receiveEntriesAndDrain(account, transfer, onProgress);
          return {
            type: 'received',
            kind: isCompletelyReceived(reception) ? 'ok' : 'warn',
            text: receivedCountsText(reception),
          };
        }),
    };
  });
