#!/bin/sh
# Creates and renews the certificates of the event log: those with less than a third of their lifetime left.
#
#   certificates.sh AUTHORITY TRUST LOG
#
#   AUTHORITY  the folder of the authority's private key, for this script alone
#   TRUST      the folder of the authority's certificate, for those who connect to the log
#   LOG        the folder of the log's certificate and private key
#
# A certificate is renewed for the same key, and replaced in one step: a program that reads it meanwhile gets a pair that fits.
# Those who trust the authority's earlier certificate trust what its key signs until that certificate ends.
set -eu
umask 022

authority=$1/ca.key
trust=$2/ca.crt
node_key=$3/node.key
node=$3/node.crt
authority_days=3650
node_days=365

drafts=$(mktemp -d)
trap 'rm -rf "$drafts"' EXIT

# Creates a private key, with the mode of its file, unless it is there.
create_key() {
  test -s "$1" && return
  (umask 077 && openssl genrsa -traditional -out "$1.draft" 3072 2>"$drafts/log") || { cat "$drafts/log" >&2; exit 1; }
  chmod "$2" "$1.draft"
  mv "$1.draft" "$1"
}

# Whether a certificate is missing, or has less than a third of these days left.
is_due() {
  ! openssl x509 -in "$1" -noout -checkend $(($2 * 24 * 60 * 60 / 3)) >/dev/null 2>&1
}

# Whether a certificate is for a private key.
fits() {
  test "$(openssl x509 -in "$1" -noout -pubkey 2>/dev/null)" = "$(openssl pkey -in "$2" -pubout)"
}

# Signs a request for a key with the authority's key: the file, the key, the subject, the days, options of openssl x509.
sign() {
  file=$1 key=$2 subject=$3 days=$4
  shift 4
  openssl req -new -key "$key" -subj "$subject" -out "$drafts/request"
  openssl x509 -req -sha256 -in "$drafts/request" -days "$days" -set_serial "0x$(openssl rand -hex 16 | sed 's/^./5/')" \
    -extfile "$drafts/extensions" -out "$file.draft" "$@" 2>"$drafts/log" || { cat "$drafts/log" >&2; exit 1; }
  mv "$file.draft" "$file"
  echo "$file is valid until $(openssl x509 -in "$file" -noout -enddate | cut -d= -f2)"
}

create_key "$authority" 600
if is_due "$trust" $authority_days || ! fits "$trust" "$authority"; then
  printf '%s\n' 'basicConstraints=critical,CA:TRUE' 'keyUsage=critical,keyCertSign,cRLSign' 'subjectKeyIdentifier=hash' \
    >"$drafts/extensions"
  sign "$trust" "$authority" '/O=Footnote/CN=Footnote event log' $authority_days -signkey "$authority"
fi

# The log runs as a user of its own, and nobody else has this folder.
create_key "$node_key" 644
if is_due "$node" $node_days || ! fits "$node" "$node_key" ||
  ! openssl verify -CAfile "$trust" "$node" >/dev/null 2>&1; then
  printf '%s\n' 'basicConstraints=critical,CA:FALSE' 'keyUsage=critical,digitalSignature,keyEncipherment' \
    'extendedKeyUsage=serverAuth,clientAuth' 'subjectAltName=DNS:log,DNS:log-2,DNS:log-3,DNS:localhost,IP:127.0.0.1' \
    'subjectKeyIdentifier=hash' 'authorityKeyIdentifier=keyid' >"$drafts/extensions"
  # The log checks this name.
  sign "$node" "$node_key" '/CN=eventstoredb-node' $node_days -CA "$trust" -CAkey "$authority"
fi
