#!/bin/sh
# Mounts ROOT read-only, with DATA at /data and a /tmp in memory, and runs a program: enter.sh ROOT DATA PROGRAM ARGUMENTS
# It needs a mount namespace of its own. The mounts end with the last program in it, however that ends.
set -e
root=$1
data=$2
shift 2
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
exec "$@"
