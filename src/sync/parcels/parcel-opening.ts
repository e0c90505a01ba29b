import type { Account } from '#storage/account/accounts.ts';
import { isWhole, notOpenedText, previewText, receptionText, type ParcelKind } from '../words/parcel-text.ts';
import {
  orStorageFailure,
  receive,
  type OpenedFile,
  type OpenedParcel,
  type StorageFailure,
} from './parcels.ts';

type OnProgress = (done: number, total: number) => void;

/** State that a dialog shows for a transfer, from a file or on the tablet; each outcome has its text. */
export type ParcelOpening =
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
  kind: ParcelKind,
  open: () => Promise<OpenedFile | OpenedParcel>,
): Promise<ParcelOpening> =>
  orStorageFailure(async () => {
    const opened = await open();
    if (opened.type !== 'open') return { type: 'refused', text: notOpenedText(opened, kind) };
    const { parcel } = opened;
    return {
      type: 'open',
      preview: previewText(parcel, account),
      receive: (onProgress) =>
        orStorageFailure(async () => {
          const reception = await receive(account, parcel, onProgress);
          return {
            type: 'received',
            kind: isWhole(reception) ? 'ok' : 'warn',
            text: receptionText(reception),
          };
        }),
    };
  });
