import { useEffect, useState } from 'react';
import { isProtected, readRoom, type Room } from '#storage/room.ts';
import { Card } from '#ui/card.tsx';

interface Health {
  readonly room: Room | null;
  readonly kept: boolean | null;
}

function useHealth(): Health | null {
  const [health, setHealth] = useState<Health | null>(null);
  useEffect(() => {
    const read = async () => setHealth({ room: await readRoom(), kept: await isProtected() });
    read().catch(reportError);
  }, []);
  return health;
}

const keptWords = (kept: boolean | null): string => {
  if (kept === null) return 'Este navegador no dice si conservará los datos.';
  return kept
    ? 'El navegador prometió conservar los datos.'
    : 'El navegador todavía no ha prometido conservar los datos.';
};

/** How much room there is, and whether the browser keeps what lies here. */
export function StorageSection() {
  const health = useHealth();
  return <Card title="Almacenamiento">{health && <p>{keptWords(health.kept)}</p>}</Card>;
}
