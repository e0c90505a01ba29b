import { useQuery, type QueryKey } from '@tanstack/react-query';

/** State of an optional image. */
export type PictureState =
  | { readonly name: 'none' }
  | { readonly name: 'loading' }
  | { readonly name: 'present'; readonly picture: { readonly bytes: ArrayBuffer; readonly mime: string } }
  /** The image exists but could not be fetched; `text` reports it. */
  | { readonly name: 'failed'; readonly text: string; readonly retry: () => void };

interface PictureQuery {
  /** Identifies the exact bytes: another image has another key. */
  readonly queryKey: QueryKey;
  readonly exists: boolean;
  readonly fetch: () => Promise<{ readonly bytes: ArrayBuffer; readonly mime: string }>;
  readonly textOf: (error: unknown) => string;
}

export function usePicture({ queryKey, exists, fetch, textOf }: PictureQuery): PictureState {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: fetch,
    enabled: exists,
    staleTime: Infinity,
  });
  if (!exists) return { name: 'none' };
  if (data) return { name: 'present', picture: data };
  if (!error) return { name: 'loading' };
  return { name: 'failed', text: textOf(error), retry: () => void refetch() };
}
