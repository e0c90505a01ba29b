import { NativeSelect, TextInput } from '@mantine/core';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { IDENTIFICATION_LABELS, type IdentificationType } from '#contract/vocabulary.ts';
import { createCatalogSource, createCompanyFilterSource } from '#sync/catalogs/catalog-source.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import type { ListData } from './list-data.ts';
import './list-data-card.css';

const TYPE_OPTIONS = Object.entries(IDENTIFICATION_LABELS).map(([value, label]) => ({ value, label }));

interface ListDataCardProps {
  account: Account;
  data: ListData;
  onChange: (patch: Partial<ListData>) => void;
}

/** Company and day of a new list, and what holds for all its people unless their row says otherwise. */
export const ListDataCard = ({ account, data, onChange }: ListDataCardProps) => (
  <Card title="La lista">
    <div className="list-data">
      <SearchSelect
        {...createCompanyFilterSource(account.userId)}
        label="Empresa"
        required
        value={data.companyId}
        onChange={(companyId) => onChange({ companyId })}
      />
      <TextInput
        type="date"
        label="Día"
        required
        min="2000-01-01"
        max="9999-12-31"
        value={data.day}
        onChange={({ currentTarget: { value } }) => onChange({ day: value })}
      />
      <TextInput
        label="Brigada o lugar"
        description="Vacío si es en la sede."
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        value={data.brigade}
        onChange={({ currentTarget: { value } }) => onChange({ brigade: value })}
      />
    </div>
    <h3 className="list-data-title">Para quienes no lo traigan en su fila</h3>
    <div className="list-data">
      <SearchSelect
        {...createCatalogSource('evaluation-types', account.userId)}
        label="Tipo de evaluación"
        noneLabel="Sin indicar"
        value={data.evaluationTypeId}
        onChange={(evaluationTypeId) => onChange({ evaluationTypeId })}
      />
      <TextInput
        label="Paquete de exámenes"
        description="Cargo del paquete. Vacío: el del cargo de cada persona."
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        value={data.packageJob}
        onChange={({ currentTarget: { value } }) => onChange({ packageJob: value })}
      />
      <NativeSelect
        label="Tipo de documento"
        data={TYPE_OPTIONS}
        value={data.identificationType}
        onChange={({ currentTarget: { value } }) =>
          onChange({ identificationType: value as IdentificationType })
        }
      />
    </div>
  </Card>
);
