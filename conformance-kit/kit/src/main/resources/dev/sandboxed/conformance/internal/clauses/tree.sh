set -e
umask 022
mkdir tree
cd tree
echo run >run.sh
chmod 755 run.sh
echo secret >secret
chmod 600 secret
: >empty
mkdir void
chmod 750 void
f=0
while [ $f -lt FOLDERS ]; do
  mkdir d$f
  i=0
  while [ $i -lt EACH ]; do echo file $f $i >d$f/f$i; i=$((i+1)); done
  f=$((f+1))
done
ln -s f0 d0/near
ln -s ../d1/f1 d0/up
ln -s d2 whole
