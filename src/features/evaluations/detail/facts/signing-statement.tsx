import { StoredStatement } from '#contract/records/evaluation/statements.ts';
import { witnessReasonText } from '#contract/witness.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { shortId } from '#domain/text/short-id.ts';
import { formatDateTime } from '#domain/time/format.ts';
import { shortFingerprintOf } from '#domain/verification/fingerprint.ts';
import './signing-statement.css';

type SignedStatementText = NonNullable<StoredStatement['text']>;
type Witness = NonNullable<StoredStatement['witness']>;

const SignedTextDetails = ({ version, sha256, words }: SignedStatementText) => (
  <>
    <dt>Texto firmado</dt>
    <dd>
      Autorización, versión {version} · SHA-256 {shortFingerprintOf(sha256)}…
      {words === null ? (
        <p>Este servidor no tiene ese texto.</p>
      ) : (
        <details>
          <summary>Leer el texto</summary>
          <blockquote>{words}</blockquote>
        </details>
      )}
    </dd>
  </>
);

const WitnessDetails = ({ witness }: { witness: Witness }) => (
  <>
    <dt>Firma de testigo</dt>
    <dd>
      {formatNamePart(witness.name)} · {witness.identification_type} {witness.identification_number}
      <br />
      El paciente no firmó: {witnessReasonText(witness)}
    </dd>
  </>
);

const NoAcceptedTextDetails = () => (
  <>
    <dt>Sin texto aceptado</dt>
    <dd>La firma llegó sin que conste que se leyó la autorización.</dd>
  </>
);

/**
 * Shows text, witness, time and device of a signature. Without a valid statement, shows only `NoAcceptedTextDetails`, and only if the clinic
 * had a text when the patient signed.
 */
export function SigningStatement({
  stored,
  isWithoutText = false,
}: {
  stored: unknown;
  isWithoutText?: boolean;
}) {
  const statement = StoredStatement.safeParse(stored).data;
  if (!statement)
    return isWithoutText && stored === undefined ? (
      <dl className="signed-words">
        <NoAcceptedTextDetails />
      </dl>
    ) : null;
  const { text, witness, signed_at: at, device_id: device } = statement;
  return (
    <dl className="signed-words">
      {text && <SignedTextDetails {...text} />}
      {isWithoutText && <NoAcceptedTextDetails />}
      {witness && <WitnessDetails witness={witness} />}
      <dt>Firmada</dt>
      <dd>
        {formatDateTime(Date.parse(at))} · tableta {shortId(device)}
      </dd>
    </dl>
  );
}
