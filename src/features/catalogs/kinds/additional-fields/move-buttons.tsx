import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { MoveDirection } from '#domain/additional/field-order.ts';
import { fetchActiveFieldsInOrder, moveField } from '#sync/administration/catalogs/field-order.ts';
import { failureText, saveFailureReasonText, saveFailureOf } from '#sync/messages/failure-text.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { useCatalogScreen } from '../../catalog-screen.ts';
import { useRefetchAndUpdateDevice } from '../../queries.ts';
import './move-buttons.css';

const MOVE_FIELD_FAILED_TEXT = 'No se pudo cambiar el orden.';

/** Returns the place of the field among all active ones, counted from 1; null until they are read. */
function useFieldPosition(ownerId: string, id: string) {
  const { data } = useQuery({
    queryKey: [...catalogsQueryKey(ownerId), 'additional_fields', 'order'],
    queryFn: fetchActiveFieldsInOrder,
    staleTime: 0,
  });
  const index = data?.findIndex((field) => field.id === id) ?? -1;
  return data && index >= 0 ? { place: index + 1, total: data.length } : null;
}

/** Buttons that move an active field by one place. */
export function MoveFieldButtons({ item }: { readonly item: AdditionalField }) {
  const { ownerId, disabledReason } = useCatalogScreen();
  const { trouble, run } = useChangeRunner<string>();
  const where = useFieldPosition(ownerId, item.id);
  const refetch = useRefetchAndUpdateDevice();
  if (!item.is_active || where === null) return null;
  const move = (direction: MoveDirection) =>
    void run(async () => {
      try {
        const result = await moveField(item.id, direction);
        const failure = result && saveFailureOf(result, MOVE_FIELD_FAILED_TEXT);
        return failure && saveFailureReasonText(failure);
      } catch (error) {
        return failureText(error, MOVE_FIELD_FAILED_TEXT);
      } finally {
        refetch();
      }
    });
  const buttons = [
    { direction: 'up', label: 'Subir', icon: 'rise', end: 1 },
    { direction: 'down', label: 'Bajar', icon: 'fall', end: where.total },
  ] as const;
  return (
    <div className="move-buttons">
      {buttons.map(({ direction, label, icon, end }) => (
        <Button
          key={direction}
          leftSection={<Icon name={icon} />}
          disabled={disabledReason !== null || where.place === end}
          onClick={() => move(direction)}
        >
          {label}
        </Button>
      ))}
      <output>
        Lugar {where.place} de {where.total}
      </output>
      {trouble !== null && <Notice kind="error">{trouble}</Notice>}
    </div>
  );
}
