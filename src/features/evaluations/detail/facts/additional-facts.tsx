import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { additionalValueText } from '#domain/additional/value-text.ts';
import './additional-facts.css';

/** Values of the clinic's own fields, in the order of the form; 'Falta' for a required value that the registration lacks. */
export function AdditionalFieldValues({ fields = [] }: { fields: Evaluation['additional_fields'] }) {
  if (fields.length === 0) return null;
  return (
    <section className="additional-facts" aria-label="Datos adicionales">
      <h3>Datos adicionales</h3>
      <dl>
        {fields.map(({ field_id, name, kind, value }) => (
          <div key={field_id}>
            <dt>{name}</dt>
            <dd data-missing={value === null || undefined}>
              {value === null ? 'Falta' : additionalValueText(kind, value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
