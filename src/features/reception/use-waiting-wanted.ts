import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Returns true if the address has `?waiting`, and removes `?waiting` from the address, so that the list of parked drafts opens
 * only once.
 */
export function useConsumeWaitingParam(): boolean {
  const [params, setParams] = useSearchParams();
  const [isWanted] = useState(params.has('waiting'));
  useEffect(() => {
    if (params.has('waiting')) setParams({}, { replace: true });
  }, [params, setParams]);
  return isWanted;
}
