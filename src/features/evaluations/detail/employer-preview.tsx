import { useState } from 'react';
import { discloseNotes, type DisclosedNotes } from '#domain/evaluation/disclosure.ts';
import { hasLeak, markLeaks } from '#domain/evaluation/leaks.ts';
import { noteKey, shownText } from '#domain/evaluation/worksheet.ts';
import { Notice } from '#ui/notice.tsx';
import type { Work } from './use-work.ts';

/** In the concept's order. */
const LINES: readonly (readonly [label: string, key: keyof DisclosedNotes])[] = [
  ['Concepto de aptitud laboral', 'concept'],
  ['Aptitud para tareas específicas', 'tasks'],
  ['Restricciones', 'restrictions'],
  ['Recomendaciones laborales', 'recommendations'],
  ['Hábitos y estilos de vida', 'habits'],
  ['Inclusión en SVE', 'surveillance'],
  ['Manejo EPS / ARL', 'referral'],
];

const Marked = ({ text }: { text: string }) =>
  markLeaks(text).map((piece, nth) =>
    piece.isLeak ? <mark key={nth}>{piece.text}</mark> : <span key={nth}>{piece.text}</span>,
  );

/** A warning, not a barrier: the doctor decides what the employer has to know. */
const LeakNotice = ({ labels }: { labels: readonly string[] }) => (
  <Notice kind="warn" title="Revisa lo que recibe el empleador">
    {`Parece nombrar hallazgos o diagnósticos: ${labels.join(', ')}.`}
  </Notice>
);

/** What the concept will print of the notes, as they stand, before it is signed (spec §2, notes that reach the employer). */
export function EmployerPreview({ work, ready }: { work: Work; ready: boolean }) {
  const { typing, evaluation } = work;
  // Open once there is something to sign; whoever opens or closes it decides from then on.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? ready;
  const told = discloseNotes((type) => shownText(typing.sheet, evaluation, noteKey(type)));
  const leaking = LINES.filter(([, key]) => hasLeak(told[key])).map(([label]) => label);
  return (
    <>
      {leaking.length > 0 && <LeakNotice labels={leaking} />}
      <details className="employer" open={isOpen}>
        <summary
          onClick={(event) => {
            event.preventDefault();
            setChosen(!isOpen);
          }}
        >
          Lo que verá el empleador
        </summary>
        <dl>
          {LINES.map(([label, key]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <Marked text={told[key]} />
              </dd>
            </div>
          ))}
        </dl>
        <p>Además, los nombres de los exámenes. Ningún resultado, archivo ni observación.</p>
      </details>
    </>
  );
}
