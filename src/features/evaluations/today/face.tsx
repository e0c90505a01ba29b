import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { readCachedPhoto } from '#sync/reads/evaluations/listed-photo.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import './face.css';

/** Interval in ms for reading the photo again, because a prefetch run (R2) may store it while the list is open. */
const PHOTO_REREAD_INTERVAL_MS = 10_000;

/** Photo of the patient, if the device has it; hidden from screen readers, because the name is next to it. */
export function CachedPatientPhoto({ reader, evaluationId }: { reader: CacheOwner; evaluationId: string }) {
  const { data } = useQuery({
    queryKey: ['listed-photo', reader.ownerId, reader.branchId, evaluationId] satisfies QueryKey,
    queryFn: () => readCachedPhoto(reader, evaluationId),
    staleTime: (query) => (query.state.data ? Infinity : PHOTO_REREAD_INTERVAL_MS),
    refetchInterval: (query) => (query.state.data ? false : PHOTO_REREAD_INTERVAL_MS),
  });
  return (
    <span className="today-face">
      {data ? <ImageFromBytes picture={data} alt="" /> : <Icon name="person" size={26} />}
    </span>
  );
}
