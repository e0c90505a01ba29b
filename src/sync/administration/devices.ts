import type {
  Device,
  DeviceChange,
  DeviceList,
  DeviceStatus,
  UnsentDevices,
} from '#contract/records/people/devices.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#contract/limits.ts';
import { findRowInPages } from '../api/pages.ts';
import { sendRequest, toResponseError } from '../requests/api-request.ts';
import { createIfMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

export interface DeviceFilters {
  readonly q: string;
  /** Status of the devices to list. `all` excludes retired devices; only `retired` lists them. */
  readonly standing: DeviceStatus | 'all';
}

async function fetchDevicePage(query: Parameters<typeof sendRequest>[1]): Promise<DeviceList> {
  const response = await sendRequest('listDevices', query);
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Returns one page of devices, counted from 1. Devices that have stopped reporting come first.
 * @throws Unreachable, Rejected
 */
export const fetchDevices = ({ q, standing }: DeviceFilters, page: number): Promise<DeviceList> =>
  fetchDevicePage({
    query: {
      q: q.trim(),
      standing: standing === 'all' ? '' : standing,
      page,
      page_size: PAGE_SIZE_DEFAULT,
    },
  });

/**
 * Returns how many devices have unsent evaluations and have not reported for an hour.
 * @throws Unreachable, Rejected
 */
export const countSilentDevicesWithUnsent = async (): Promise<number> =>
  (await fetchDevicePage({ query: { standing: 'quiet', page: 1, page_size: 1 } })).total_count;

/**
 * Returns the devices of the active branch that have or may have unsent entries of a day, also to users who may not see all
 * devices.
 * @throws Unreachable, Rejected
 */
export async function fetchUnsentDevices(day: string): Promise<UnsentDevices> {
  const response = await sendRequest('listUnsentDevices', { query: { day } });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}

/**
 * Returns one device; null when the id is unknown. Searches the list in pages of a hundred, because the API has no call for a
 * single device.
 * @throws Unreachable, Rejected
 */
export const fetchDevice = (id: string): Promise<Device | null> =>
  findRowInPages(id, (page) =>
    fetchDevicePage({ query: { page, page_size: PAGE_SIZE_MAX, include_inactive: true } }),
  );

/** Changes the fields in `body`. The server rejects the change if the device was changed since it was read. */
export const changeDevice = async (device: Device, body: DeviceChange): Promise<SaveResult<Device>> =>
  saveResultOf(
    await sendRequest('changeDevice', {
      params: { id: device.id },
      headers: createIfMatchHeader(device),
      body,
    }),
  );
