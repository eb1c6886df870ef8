#!/bin/bash
# Builds the root of one lane inside the namespaces that it was started in, then becomes the runner.
# What is left in them then has no privileges, sees nothing but that root, and is process 1 of its pid namespace:
# nothing that a script sends can end it, and when it ends the kernel ends everything else in there.
#
#   base  folder with copies of bash and its libraries, the runner and the prelude's folder
#   root  an empty folder to mount on
#   user  uid to drop to, or - when started without root (a second user namespace takes the privileges away)
set -eu
base=$1 root=$2 user=$3

mount -t tmpfs -o size=16m,nr_inodes=4k,mode=777,nosuid,nodev,noexec tmpfs "$root"
cd "$root"
mkdir .oracle dev proc run
mkdir -m 777 home home/dev home/dev/app tmp etc opt var srv mnt root bin sbin usr usr/bin usr/sbin usr/local usr/local/bin
mkdir -m 777 run/out
ln -s .oracle/lib .oracle/lib64 .
ln -s ../.oracle/usr/lib usr/lib
mount --bind "$base" .oracle
mount -o remount,bind,ro,nosuid,nodev .oracle
for device in null zero; do
  : >"dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr

# Of its own pid as the outside knows it: /proc is still the one from there.
read -r pid _ </proc/self/stat
# Only the part about processes, needed for /dev/fd. Some containers forbid even that.
has_proc=yes
mount -t proc -o subset=pid,hidepid=2,nosuid,noexec,nodev proc proc 2>/dev/null || has_proc=no
printf 'lane %s %s\n' "$pid" "$has_proc"

if [ "$user" = - ]; then
  drop=(unshare --user --map-user=65534 --map-group=65534 --root="$root")
else
  drop=(chroot --userspec="$user:$user" --groups= "$root")
fi
# A session of its own: `kill 0` would reach the process group outside, where it may where the uid is the same.
exec setsid env -i HOME=/home/dev PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 \
  "$(command -v setpriv)" --no-new-privs "$(command -v "${drop[0]}")" "${drop[@]:1}" \
  /.oracle/bash --noprofile --norc /.oracle/runner
