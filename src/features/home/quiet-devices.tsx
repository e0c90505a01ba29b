import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { countSilentDevicesWithUnsent } from '#sync/administration/devices.ts';
import { SilentDevicesNotice } from '#ui/notices/quiet-notice.tsx';
import './quiet-devices.css';

/**
 * Notice for administrators about tablets that have unsent entries but no recent report. Hidden if the request fails, because
 * the devices page reports the failure.
 */
export function QuietDevicesHomeNotice({ ownerId }: { ownerId: string }) {
  const { data: count = 0 } = useQuery({
    queryKey: ['devices', ownerId, 'quiet'],
    queryFn: countSilentDevicesWithUnsent,
    staleTime: CACHE_LIFETIME_MS.list,
    retry: false,
  });
  return (
    <div className="home-notice">
      <SilentDevicesNotice
        count={count}
        action={
          <Button component={Link} to="/admin/devices">
            Ver dispositivos
          </Button>
        }
      >
        Llama a la sede antes de que alguien las apague o borre sus datos.
      </SilentDevicesNotice>
    </div>
  );
}
