import { Button } from '@mantine/core';
import { useState } from 'react';
import { retryItemsNow } from '#sync/outbox/outbox.ts';

interface RetryButtonProps {
  ownerId: string;
  entryId: string;
  label: string;
  className?: string;
}

export function RetryButton({ ownerId, entryId, label, className = '' }: RetryButtonProps) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    try {
      await retryItemsNow(ownerId, entryId);
    } finally {
      setRetrying(false);
    }
  };
  return (
    <Button className={className} loading={retrying} onClick={() => void retry().catch(reportError)}>
      {label}
    </Button>
  );
}
