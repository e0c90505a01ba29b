import { useQuery, type QueryKey } from '@tanstack/react-query';

export type PictureState =
  | { readonly name: 'none' }
  | { readonly name: 'loading' }
  | { readonly name: 'present'; readonly picture: { readonly bytes: ArrayBuffer; readonly mime: string } }
  /** The image exists but could not be fetched; `text`: error message. */
  | { readonly name: 'failed'; readonly text: string; readonly retry: () => void };

interface PictureQuery {
  /** Must change with the bytes: another image needs another key. */
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
