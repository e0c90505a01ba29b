import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { hasAdditionalFieldsOrNotice } from '#storage/cache/catalogs.ts';
import type { AdditionalFieldsModule } from '../additional/part.tsx';

/** Loads the clinic's own fields; `first` until they are loaded, and null if the clinic has none. */
export function useAdditionalFields(first: AdditionalFieldsModule | null): AdditionalFieldsModule | null {
  const isWanted = useLiveQuery(hasAdditionalFieldsOrNotice);
  const [part, setPart] = useState(first);
  useEffect(() => {
    if (!isWanted) return;
    const watching = import('../additional/part.tsx').then((loaded) =>
      loaded.observeAdditionalFields(setPart),
    );
    watching.catch(reportError);
    return () =>
      void watching.then(
        (stop) => stop(),
        () => undefined,
      );
  }, [isWanted]);
  return isWanted === false ? null : part;
}
