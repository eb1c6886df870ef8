# Runs scripts one after another, each in a process of its own. A line on standard input asks for one:
#   exec    `bash -c SCRIPT`, a new program
#   fork    the same in a copy of this process, for throughput
#   syntax  parsed only
# The script and what precedes it lie under /run, where only the outside writes. The answer is its exit status.
# Not written down anywhere: a script that guessed it could answer in this process's name.
read -r secret
printf '%s ready\n' "$secret"
# A stand-in reads nothing: that must not end whoever writes to it before the rest has run.
trap '' PIPE
ulimit -c 0 -f 512 -v 131072 -n 256
ulimit -u 128 2>/dev/null
while read -r __mode; do
  IFS= read -r -d '' __script </run/script
  # The redirections are the copy's own: this process would keep what they hide open, for the copy to find.
  (
    ulimit -t 2
    case $__mode in
      # A script may begin with a dash.
      exec) BASH_ENV=/run/prelude exec /.oracle/bash --noprofile --norc -c -- "$__script" bash ;;
      fork)
        unset secret __mode
        . /run/prelude
        eval $'set -x\n'"$__script"
        ;;
      # The first line keeps the others from being executed.
      syntax) eval $'set -n\n'"$__script" ;;
    esac
  ) </dev/null >/dev/null 2>/run/out/stderr 201>/run/out/trace 202>/run/out/hits
  __status=$?
  # Background jobs get a moment to begin what they have to say. -1 is everything but this process.
  for __wait in {1..200}; do
    kill -0 -- -1 2>/dev/null || break
    read -r -t 0.005 -N 1
  done
  while kill -KILL -- -1 2>/dev/null; do read -r -t 0.001 -N 1; done
  printf '%s %s\n' "$secret" "$__status"
done
